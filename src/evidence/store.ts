import { repeatedly } from "../database";
import type { LedgerItem } from "../multi-item/item";
import { kept } from "../multi-item/kept";
import type { OperationRecord } from "../multi-item/operation";

/** Where an operation lives: enough to find its session object. */
export interface OperationPlace {
  operation_id: string;
  user_id: string;
  client_id: string;
  tenant_id: string;
}

/** What is recorded of an operation before anything of it is asked or sent. */
export type Recorded = Pick<
  OperationRecord,
  "operation_id" | "user_id" | "client_id" | "tenant" | "tool" | "created_at"
>;

/** The archive of operations. */
export interface EvidenceStore {
  /** Writes the row by which any of the person's connections finds the operation. Repeating it is harmless. */
  index(operation: Recorded): Promise<void>;
  /** Writes how it ended, item by item. Repeating it is harmless. */
  archive(operation: OperationRecord): Promise<void>;
  /** The operation's place and, once it has ended, all of it; undefined for anybody but its person. */
  find(
    operationId: string,
    userId: string,
  ): Promise<{ place: OperationPlace; archived?: OperationRecord } | undefined>;
  /** Erases what was created before that time. @returns how many operations went */
  eraseBefore(time: Date): Promise<number>;
  /** Erases everything about one person. @returns how many operations went */
  erasePerson(userId: string): Promise<number>;
}

type Row = { user_id: string; client_id: string; tenant_id: string; head: string | null };

/** The archive in D1. @throws whatever D1 throws */
export function evidenceIn(db: D1Database): EvidenceStore {
  const erase = async (where: string, value: string) => {
    const [, gone] = await db.batch([
      db
        .prepare(`DELETE FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${where})`)
        .bind(value),
      db.prepare(`DELETE FROM operation WHERE ${where}`).bind(value),
    ]);
    return gone?.meta.changes ?? 0;
  };
  return {
    async index(operation) {
      const statement = db
        .prepare(
          `INSERT INTO operation (id, user_id, client_id, tenant_id, tool, created_at)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        )
        .bind(
          operation.operation_id,
          operation.user_id,
          operation.client_id,
          operation.tenant.tenant_id,
          operation.tool,
          operation.created_at,
        );
      await repeatedly(() => statement.run());
    },

    async archive(operation) {
      const { items, auxiliary: _, ...head } = operation;
      const statements = [
        db
          .prepare("UPDATE operation SET status = ?, ended_at = ?, head = ? WHERE id = ?")
          .bind(operation.status, operation.ended_at ?? null, JSON.stringify(head), operation.operation_id),
        ...items.map((item) =>
          db
            // Only below its operation: one that was erased meanwhile must not leave rows that nothing finds again.
            .prepare(
              `INSERT OR REPLACE INTO operation_item (operation_id, idx, body)
               SELECT id, ?, ? FROM operation WHERE id = ?`,
            )
            .bind(item.index, JSON.stringify(kept(item)), operation.operation_id),
        ),
      ];
      await repeatedly(() => db.batch(statements));
    },

    async find(operationId, userId) {
      const row = await db
        .prepare("SELECT user_id, client_id, tenant_id, head FROM operation WHERE id = ? AND user_id = ?")
        .bind(operationId, userId)
        .first<Row>();
      if (!row) return undefined;
      const { head, ...rest } = row;
      const place = { operation_id: operationId, ...rest };
      if (head === null) return { place };
      const items = await db
        .prepare("SELECT body FROM operation_item WHERE operation_id = ? ORDER BY idx")
        .bind(operationId)
        .all<{ body: string }>();
      const archived = {
        ...(JSON.parse(head) as Omit<OperationRecord, "items">),
        items: items.results.map((item) => JSON.parse(item.body) as LedgerItem),
      };
      return { place, archived };
    },

    eraseBefore: (time) => erase("created_at < ?", time.toISOString()),
    erasePerson: (userId) => erase("user_id = ?", userId),
  };
}
