export * from "../../src/index";
export { default } from "../../src/index";
