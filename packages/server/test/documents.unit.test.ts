import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/README.md'], { cwd: root });

/** The ids that GitHub and the documentation site give to the headings of a page, and the anchors that it sets itself. */
function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const headings = text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.+)$/gm);
  const ids = Array.from(headings, ([, heading = '']) => {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const id = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  });
  return new Set([...ids, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)]);
}

test('every link in a document of the repository leads to a file, and to a heading that it has', () => {
  const broken = documents.flatMap((document) => {
    const text = read(document).replaceAll(/^ *```.*?^ *```$/gms, '');
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
    return links
      .filter((link) => !/^([a-z]+:|\/)/.test(link))
      .filter((link) => {
        const [path = '', id] = link.split('#');
        const target = path === '' ? document : join(dirname(document), path);
        if (statSync(join(root, target), { throwIfNoEntry: false }) === undefined) return true;
        return id !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(id);
      })
      .map((link) => `${document}: ${link}`);
  });
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test('docs/dependencies.md lists exactly the packages that the workspaces use', () => {
  const used = globSync(['package.json', '{apps,packages}/*/package.json', 'bench/package.json'], { cwd: root })
    .flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
      return Object.keys({ ...dependencies, ...devDependencies });
    })
    .filter((name) => !/^@(organizer|types)\//.test(name));
  const [tables = ''] = read('docs/dependencies.md').split('\n## Outside of the workspaces');
  const rows = Array.from(tables.matchAll(/^\| (`.+?) \|/gm), ([, names = '']) => names);
  expect(rows.flatMap((names) => names.replaceAll('`', '').split(', ')).sort()).toEqual([...new Set(used)].sort());
});
