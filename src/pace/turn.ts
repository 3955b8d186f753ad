interface PaceRpc {
  turn(perSecond: number): Promise<number>;
}

/**
 * Waits for a company's turn at bitERP.
 * @param perSecond how many requests a second the company may get, over all people and connections
 */
export async function waitForTurn(env: Env, tenantId: string, perSecond: number): Promise<void> {
  const pace = env.PACE.getByName(tenantId) as unknown as PaceRpc;
  const wait = await pace.turn(perSecond);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
