/** One red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** A sound of no length. */
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

export const text = (words: string) => ({ type: "text" as const, text: words });
export const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
export const audio = { type: "audio" as const, data: WAV, mimeType: "audio/wav" };

/** A resource inside a result or a message. */
export const embedded = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});
