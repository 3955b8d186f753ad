/** What the sandbox's Worker uses of sandbox/biterp/index.ts. */
declare module "bundled-biterp" {
  interface Statement {
    bind(...values: unknown[]): Statement;
    all<Row>(): Promise<{ results: Row[] }>;
    run(): Promise<unknown>;
  }
  export interface Database {
    prepare(sql: string): Statement;
    batch(statements: Statement[]): Promise<unknown>;
  }
  export interface User {
    id: string;
    email: string;
    name: string;
    language: string;
    timezone: string;
  }
  export function bundledBitErp(
    env: { DB: Database },
    signingSecret: string,
  ): { fetch(request: Request): Promise<Response>; tokenFor(userId: string): Promise<string> };
  export function sandboxUsers(db: Database): Promise<User[]>;
}
