import { expect, it } from "vitest";
import { type Person, signIn, worker } from "../support/oauth";
import { call } from "./support/server";

it.each(["ana", "bruno", "carla"] as Person[])(
  "lets %s into the composed Worker, and out again",
  async (user) => {
    const connection = await signIn(worker, { user, mode: "delegated" });
    const { accessToken } = await connection.refresh();
    expect((await call(worker, accessToken)).status).not.toBe(401);
    await connection.revoke();
    expect((await call(worker, accessToken)).status).toBe(401);
  },
);
