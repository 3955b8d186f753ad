import type { File } from "../support/files";

/** Lines that a person still reads in one go. */
export const limits = { median: 90, ninetieth: 250, largest: 500 };

const lines = ({ text }: File) => text.split("\n").length - 1;

/** Whether the files stay small: half of them, nine of ten, and each. */
export function sizeFaults(files: File[]): string[] {
  const sizes = files.map(lines).sort((a, b) => a - b);
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0;
  return [
    ...(at(0.5) >= limits.median ? [`median ${at(0.5)} lines, limit ${limits.median}`] : []),
    ...(at(0.9) >= limits.ninetieth ? [`90th percentile ${at(0.9)} lines, limit ${limits.ninetieth}`] : []),
    ...files
      .filter((file) => lines(file) > limits.largest)
      .map((file) => `${file.path}: ${lines(file)} lines, limit ${limits.largest}`),
  ];
}
