import { type Mode, modes } from "../multi-item/operation";
import type { Settings } from "./settings";

/** In the place of the mode of a connection that is no more. */
const ENDED = "ended";

/** What a session remembers of one connection besides its operations. */
export interface SessionState {
  selected_tenant_id?: string;
  mode: Mode;
}

/** What is chosen for each connection: several of one client share a session, and none speaks for another. */
export class Choices {
  constructor(private readonly settings: Settings) {}

  state(connectionId: string): SessionState {
    const selected = this.settings.get(`selected_tenant_id:${connectionId}`);
    return { ...(selected && { selected_tenant_id: selected }), mode: this.mode(connectionId) };
  }

  select(connectionId: string, tenantId: string): void {
    this.settings.set(`selected_tenant_id:${connectionId}`, tenantId);
  }

  setMode(connectionId: string, mode: Mode): void {
    this.settings.set(`mode:${connectionId}`, mode);
  }

  /** Of a connection that nothing is known of the strictest: each is given its mode before its first call. */
  mode(connectionId: string): Mode {
    const kept = this.settings.get(`mode:${connectionId}`);
    return modes.find((mode) => mode === kept) ?? "browser";
  }

  end(connectionId: string): void {
    this.settings.set(`mode:${connectionId}`, ENDED);
    this.settings.remove(`selected_tenant_id:${connectionId}`);
  }

  hasEnded(connectionId: string): boolean {
    return this.settings.get(`mode:${connectionId}`) === ENDED;
  }
}
