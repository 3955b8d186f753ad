import type { ToolDeclaration } from "../tool/declaration";
import { cancelOperation } from "./cancel-operation";
import { confirmOperation } from "./confirm-operation";
import { createProduct } from "./create-product";
import { createProducts } from "./create-products";
import { deleteProduct } from "./delete-product";
import { deleteProducts } from "./delete-products";
import { getOperation } from "./get-operation";
import { getProduct } from "./get-product";
import { getProducts } from "./get-products";
import { getUserData } from "./get-user-data";
import { listProducts } from "./list-products";
import { listTenants } from "./list-tenants";
import { restoreProducts } from "./restore-products";
import { selectTenant } from "./select-tenant";
import { updateProduct } from "./update-product";
import { updateProducts } from "./update-products";
import { validateProducts } from "./validate-products";

/** Every tool, in the order clients see them. The only source for what is listed, allowed, executed and documented. */
export const registry: readonly ToolDeclaration[] = [
  getUserData,
  listTenants,
  selectTenant,
  listProducts,
  getProduct,
  getProducts,
  validateProducts,
  createProduct,
  createProducts,
  updateProduct,
  updateProducts,
  deleteProduct,
  deleteProducts,
  restoreProducts,
  confirmOperation,
  cancelOperation,
  getOperation,
];
