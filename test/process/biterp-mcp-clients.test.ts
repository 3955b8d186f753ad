import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { connectTo, startBitErpMcp } from "./support/biterp-mcp";

const documentUrl = "https://client.example/oauth/client.json";

it("takes clients by their documents alone, when told so", async () => {
  const asked: (string | undefined)[] = [];
  const documents = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({
        client_id: documentUrl,
        client_name: "A test",
        redirect_uris: ["http://localhost:8787/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      }),
    );
  });
  await new Promise<void>((ready) => documents.listen(0, "127.0.0.1", ready));
  const { port } = documents.address() as AddressInfo;
  const erp = await startBitErpMcp({ registration: false, clientDocumentsAt: `http://127.0.0.1:${port}` });
  try {
    const metadata = await (await fetch(`${erp.origin}/.well-known/oauth-authorization-server/oauth`)).json();
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
    expect(metadata).not.toHaveProperty("registration_endpoint");
    const { client, call, person } = await connectTo(erp.url, "bruno@mercado-beira.example", documentUrl);
    expect(new URL(person.sentTo).searchParams.get("client_id")).toBe(documentUrl);
    expect(asked).toEqual(["/oauth/client.json"]);
    expect((await call("list_tenants")).value).toMatchObject([{ tenant: "mercado-beira", role: "admin" }]);
    await client.close();
  } finally {
    await erp.stop();
    documents.close();
  }
});
