import { describe, expect, it } from "vitest";
import { steer } from "../../support/double";
import { tinyBitErp } from "./tiny";

const url = "https://biterp.test/v1/tenants/t1/products";
const get = (id: string, signal?: AbortSignal) => new Request(`${url}/${id}`, signal ? { signal } : {});
const post = (name: string, key?: string) =>
  new Request(url, {
    method: "POST",
    body: JSON.stringify({ name, sale_price: 1 }),
    headers: key ? { "Idempotency-Key": key } : {},
  });
const set = () => {
  const tiny = tinyBitErp();
  return { tiny, double: steer(tiny.fetch) };
};

describe("the double", () => {
  it("passes everything on, counts and logs", async () => {
    const { double } = set();
    double.delay(10);
    const responses = await Promise.all([
      double.fetch(get("p1")),
      double.fetch(get("no")),
      double.fetch(post("a", "k")),
    ]);
    expect(responses.map((response) => response.status)).toEqual([200, 404, 201]);
    expect(double.counts).toEqual({ requests: 3, writes: 1, inFlight: 0, maxInFlight: 3 });
    expect(double.log[2]).toEqual({
      method: "POST",
      path: "/v1/tenants/t1/products",
      idempotencyKey: "k",
      status: 201,
    });
    double.reset();
    expect(double.counts).toEqual({ requests: 0, writes: 0, inFlight: 0, maxInFlight: 0 });
  });

  it("refuses by method, path, body, count", async () => {
    const { double } = set();
    const refused = { status: 429, headers: { "Retry-After": "3" } };
    double.refuse({ method: "POST", body: "bad", with: refused });
    double.refuse({ path: "/p1", every: 2, with: { status: 404, problem: { code: "not_found" } } });
    double.refuse({ path: /no$/, nth: 2, with: { html: "<p>" } });
    const status = async (request: Request) => (await double.fetch(request)).status;
    expect([await status(post("good")), await status(post("bad"))]).toEqual([201, 429]);
    expect([await status(get("p1")), await status(get("p1")), await status(get("p1"))]).toEqual([
      200, 404, 200,
    ]);
    expect([await status(get("no")), await status(get("no")), await status(get("no"))]).toEqual([
      404, 200, 404,
    ]);
    expect(double.counts.writes).toBe(1);
  });

  it("breaks, hangs, and loses answers", async () => {
    const { double, tiny } = set();
    double.refuse({ nth: 1, with: "network" });
    double.refuse({ nth: 2, with: "hang" });
    double.dropAnswer({ nth: 3 });
    await expect(double.fetch(get("p1"))).rejects.toThrow("Network");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    await expect(double.fetch(get("p1", controller.signal))).rejects.toThrow("gave up");
    await expect(double.fetch(post("a"))).rejects.toThrow("Network");
    expect(tiny.products.size).toBe(2);
    expect(double.counts).toMatchObject({ writes: 1, inFlight: 0 });
    expect(double.log.map((seen) => seen.status)).toEqual([0, 0, 0]);
  });

  it("counts a repeat by its key once, unless keys are not honoured", async () => {
    const { double, tiny } = set();
    for (let i = 0; i < 2; i++) await double.fetch(post("a", "k"));
    expect([tiny.products.size, double.counts.writes]).toEqual([2, 1]);
    double.honoursKeys = false;
    await double.fetch(post("a", "k"));
    expect([tiny.products.size, double.counts.writes]).toEqual([3, 2]);
    expect(tiny.headers.has("Idempotency-Key")).toBe(false);
  });
});
