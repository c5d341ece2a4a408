import { OperatorError } from '../../../errors/index.ts';
import { LineError } from '../parse-line.ts';
import type { FileLine } from '../read-lines.ts';
import { asObject, asText } from './json-fields.ts';
import { NewestOrders } from './newest-orders.ts';
import { PretixCatalog } from './pretix-catalog.ts';
import { readPretixFiles } from './pretix-files.ts';
import { convertPretixOrder } from './pretix-order.ts';
import { readJsonValues } from './read-json.ts';
import { externalIdOf, LineWriter, linesPerGroup, type SourceContext } from './source.ts';

/**
 * Converts the files of one event of pretix: its JSON export, or lists that were read from its API. The fields are described in the
 * documentation of the pretix REST API.
 */
export async function* readPretix(
  files: readonly string[],
  context: SourceContext,
): AsyncGenerator<readonly FileLine[]> {
  const { notes } = context;
  using newest = new NewestOrders();
  const data = await readPretixFiles(files, notes, newest);
  const catalog = createCatalog(data, context);
  const writer = new LineWriter();
  for (const line of catalog.lines) writer.defer(line, 'until-any-order');
  yield writer.take();
  let bytesBefore = 0;
  let fromExport = 0;
  for (const [fileIndex, { file, path, bytes, isExport }] of data.orderFiles.entries()) {
    for await (const { key, value } of readJsonValues(file, [path])) {
      const order = asObject(value);
      const code = asText(order['code']);
      if (code !== null && !newest.isUsed(code, { fileIndex, index: Number(key) })) {
        notes.mapped(
          'orders that several files have',
          'imported once: from the API rather than from the JSON export, and as last modified',
          `order ${code}`,
        );
        continue;
      }
      if (isExport) fromExport += 1;
      try {
        const line = convertPretixOrder(order, catalog, context);
        if (line !== null) writer.add(line);
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        writer.reject(externalIdOf('pretix', 'order', catalog.slug, code ?? '?'), error.message);
      }
      if (writer.size >= linesPerGroup) yield writer.take();
    }
    bytesBefore += bytes;
    context.onBytes(bytesBefore);
  }
  if (fromExport > 0) {
    notes.left(
      'cancelled positions, payments, refunds and check-ins',
      'the JSON export does not have them; the API has them',
      undefined,
      fromExport,
    );
  }
  notes.mapped('order codes of pretix', 'orders get new numbers; the code is the end of their externalId');
  yield writer.take();
}

/** @throws OperatorError if the event or its products are not complete */
function createCatalog(data: Awaited<ReturnType<typeof readPretixFiles>>, context: SourceContext): PretixCatalog {
  try {
    return new PretixCatalog(data, context);
  } catch (error) {
    if (error instanceof LineError)
      throw new OperatorError(`The event of pretix cannot be imported: ${error.message}.`);
    throw error;
  }
}
