import * as z from "zod";

/**
 * The whole form of every tool's result. What is published of it is open, so that a host which takes an error for a
 * result does not hide it; here every key is named, and one that is missing or new fails a test.
 */

const text = z.string();
const time = z.iso.datetime({ offset: true });
const tenant = z.strictObject({ tenant_id: text, tenant: text, company_name: text });
const price = z.number().min(0);

const product = z.strictObject({
  id: text,
  name: text,
  sale_price: price,
  description: text,
  sku: text,
  is_active: z.boolean(),
  created_at: time,
  updated_at: time,
  description_truncated: z.literal(true).optional(),
  deleted_at: time.optional(),
});

const brief = z.strictObject({
  id: text,
  sku: text,
  name: text,
  sale_price: price,
  is_active: z.literal(false).optional(),
  deleted_at: time.optional(),
});

const failure = {
  error: z.string().regex(/^[a-z_]+$/),
  message: z.string().min(2),
  retryable: z.boolean(),
};
/** What a failure may tell beside its message; free, because each kind has its own. */
const details = {
  parameter: text.optional(),
  candidates: z.array(brief).max(5).optional(),
  candidates_total: z.int().optional(),
  candidates_total_at_least: z.int().optional(),
  suggestions: z.array(brief).max(3).optional(),
  current: z.looseObject({}).optional(),
  expected: z.looseObject({}).optional(),
  others: z.array(z.int()).optional(),
  permission: text.optional(),
  deleted_at: time.optional(),
  retry_after_s: z.number().optional(),
  readings: z.array(z.unknown()).optional(),
};
const evidence = {
  before: z.looseObject({}).optional(),
  changes: z.looseObject({}).optional(),
  parted: z.array(text).optional(),
  parts: z.array(z.strictObject({ field: text, from: z.int(), of: z.int(), text })).optional(),
  tries: z.int().optional(),
  sent_at: time.optional(),
  answered_at: time.optional(),
};
const called = { id: text.optional(), name: text.optional(), sku: text.optional(), typed: text.optional() };
const done = {
  product: product.optional(),
  deleted_at: time.optional(),
  already_deleted: z.literal(true).optional(),
  already_live: z.literal(true).optional(),
  unchanged: z.literal(true).optional(),
  similar: z.array(brief).optional(),
};

const entry = z.union([
  z.strictObject({
    index: z.int(),
    ...called,
    success: z.literal(true),
    duplicate_of: z.int().optional(),
    ...done,
    ...evidence,
  }),
  z.strictObject({
    index: z.int(),
    ...called,
    success: z.literal(false),
    duplicate_of: z.int().optional(),
    ...failure,
    ...details,
    ...evidence,
  }),
]);

const pending = z.strictObject({
  index: z.int(),
  ...called,
  state: z.enum(["actionable", "left_out", "sent", "done", "failed"]),
  duplicate_of: z.int().optional(),
  what: text.optional(),
  error: failure.error.optional(),
  message: failure.message.optional(),
  retryable: z.boolean().optional(),
  ...details,
  ...done,
  ...evidence,
});

const times = {
  tool: text.optional(),
  confirmed_by: z.enum(["client", "page"]).optional(),
  created_at: time.optional(),
  started_at: time.optional(),
  ended_at: time.optional(),
};

const ended = z
  .strictObject({
    status: z.enum(["SUCCESS", "PARTIAL_SUCCESS", "FAILED"]),
    summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
    failures: z.array(z.int()),
    failed: z.array(
      z.strictObject({ index: z.int(), name: text, error: failure.error, message: failure.message }),
    ),
    partial_success: z.boolean(),
    operation_id: text.optional(),
    tenant,
    replayed: z.literal(true).optional(),
    ...times,
    results: z.array(entry),
    page: z.strictObject({ first: z.int(), last: z.int() }).optional(),
    next_cursor: text.optional(),
    auxiliary: z.looseObject({}).optional(),
  })
  .refine(
    ({ failures, failed }) => JSON.stringify(failures) === JSON.stringify(failed.map((one) => one.index)),
    {
      error: "failed and failures name different items",
    },
  );

const open = z.strictObject({
  status: z.enum(["AWAITING_CONFIRMATION", "RUNNING", "CANCELLED", "EXPIRED"]),
  executed: z.literal(false).optional(),
  operation_id: text,
  tenant,
  replayed: z.literal(true).optional(),
  expires_at: time.optional(),
  approval_url: text.optional(),
  confirmation_message: text.optional(),
  message: text.optional(),
  ...times,
  items: z.array(pending),
  page: z.strictObject({ first: z.int(), last: z.int() }).optional(),
  next_cursor: text.optional(),
});

const set = z.union([ended, open]);
const single = z.union([
  z.strictObject({
    tenant,
    product,
    unchanged: z.literal(true).optional(),
    similar: z.array(brief).optional(),
    replayed: z.literal(true).optional(),
  }),
  z.strictObject({
    tenant,
    product: z.strictObject({ id: text, name: text, sku: text.optional(), deleted_at: time.optional() }),
    deleted: z.literal(true),
    already_deleted: z.literal(true).optional(),
    replayed: z.literal(true).optional(),
  }),
  open,
]);

/** By tool, what its result looks like. */
export const shapes: Record<string, z.ZodType> = {
  get_user_data: z.strictObject({ id: text, email: text, name: text, language: text, timezone: text }),
  list_tenants: z.strictObject({
    tenants: z.array(z.strictObject({ tenant_id: text, tenant: text, company_name: text, role: text })),
  }),
  select_tenant: z.strictObject({ tenant }),
  list_products: z.strictObject({
    tenant,
    products: z.array(product),
    has_next_page: z.boolean(),
    next_cursor: text.optional(),
  }),
  get_product: z.strictObject({ tenant, product }),
  validate_products: z.strictObject({
    eligible: z.boolean(),
    status: z.enum(["ELIGIBLE", "PARTIALLY_ELIGIBLE", "INELIGIBLE"]),
    reason: text.optional(),
    tenant,
    issues: z.array(entry).optional(),
    transaction_decision: z.strictObject({
      target_tool: text,
      resolved_arguments: z.strictObject({
        tenant_id: text,
        items: z.array(z.looseObject({ eligible: z.boolean(), reason: text.optional() })),
      }),
      confirmation_message: text,
    }),
  }),
  create_product: single,
  update_product: single,
  delete_product: single,
  get_products: set,
  create_products: set,
  update_products: set,
  delete_products: set,
  restore_products: set,
  confirm_operation: set,
  cancel_operation: set,
  get_operation: set,
};
