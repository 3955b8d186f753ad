import * as z from "zod";

/** Any object, open for more keys. */
export const anyObject = () => z.object({});

/** The company a result acted on. */
export const tenantOutput = () =>
  z.object({ tenant_id: z.string(), tenant: z.string(), company_name: z.string() });

/** What every state of an operation or set has, and what only some have. */
export const setOutput = () =>
  z.object({
    status: z.string(),
    executed: z.boolean().optional(),
    summary: anyObject().optional(),
    failures: z.array(z.int()).optional(),
    failed: z.array(anyObject()).optional(),
    partial_success: z.boolean().optional(),
    operation_id: z.string().optional(),
    tenant: anyObject(),
    replayed: z.boolean().optional(),
    expires_at: z.string().optional(),
    approval_url: z.string().optional(),
    confirmation_message: z.string().optional(),
    page: anyObject().optional(),
    next_cursor: z.string().optional(),
    items: z.array(anyObject()).optional(),
    results: z
      .array(z.object({ index: z.int(), success: z.boolean(), error: z.string().optional() }))
      .optional(),
    auxiliary: anyObject().optional(),
  });

/** What a single write answers: the product, or (where a person has to confirm) the open operation. */
export const singleWriteOutput = () =>
  z.object({
    tenant: anyObject(),
    product: anyObject().optional(),
    deleted: z.boolean().optional(),
    already_deleted: z.boolean().optional(),
    replayed: z.boolean().optional(),
    status: z.string().optional(),
    operation_id: z.string().optional(),
    approval_url: z.string().optional(),
  });
