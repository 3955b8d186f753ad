/** A configuration file as text, which the test runner inlines. */
declare module "*.toml?raw" {
  const text: string;
  export default text;
}
