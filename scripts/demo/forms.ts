/** A form of a page, as a browser reads it: where it goes, and what it would send if nobody touched it. */
export interface Form {
  action: string;
  fields: [name: string, value: string][];
  buttons: { name: string; value: string; text: string }[];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name) => entities[name] ?? all);

/** The attributes of one tag. A bare attribute has the value "". */
function attributesOf(tag: string): Map<string, string> {
  const pairs = tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g);
  return new Map([...pairs].map(([, name = "", value = ""]) => [name, decoded(value)]));
}

/** The forms of a page. Only what the sign-in and consent pages use: hidden fields, ticks, choices and buttons. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = "", body = ""]) => {
    const inputs = [...body.matchAll(/<input\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
    const sent = inputs.filter((input) => {
      const choice = input.get("type") === "checkbox" || input.get("type") === "radio";
      return !choice || input.has("checked");
    });
    const buttons = [...body.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)];
    return {
      action: attributesOf(head).get("action") ?? "",
      fields: sent.map((input): [string, string] => [input.get("name") ?? "", input.get("value") ?? ""]),
      buttons: buttons.map(([, attributes = "", text = ""]) => {
        const button = attributesOf(attributes);
        return {
          name: button.get("name") ?? "",
          value: button.get("value") ?? "",
          text: decoded(text).trim(),
        };
      }),
    };
  });
}
