interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/**
 * The document of the clients: the API and the API of devices, without the operations that the API has under the same name, such as
 * `consumeUnits`. Their bodies are the same.
 *
 * @param apiJson the OpenAPI document of the API
 * @param gateJson the OpenAPI document of the API of devices
 */
export function clientDocument(apiJson: string, gateJson: string): string {
  const [api, gate] = [apiJson, gateJson].map((json) => JSON.parse(json) as Document) as [Document, Document];
  const idsOf = (item: Document['paths'][string] = {}) => Object.values(item).map(({ operationId }) => operationId);
  const ids = new Set(Object.values(api.paths).flatMap(idsOf));
  const ofDevices = Object.entries(gate.paths).filter(([, item]) => !idsOf(item).some((id) => ids.has(id)));
  const schemas = { ...gate.components.schemas, ...api.components.schemas };
  return JSON.stringify({
    ...api,
    paths: { ...api.paths, ...Object.fromEntries(ofDevices) },
    components: { ...api.components, schemas },
  });
}
