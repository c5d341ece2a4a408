import { expect, test } from 'vitest';
import { joinModules } from './join-modules.ts';

const isPackage = (specifier: string) => !specifier.startsWith('.');

test('modules are joined: imports of other modules are removed, imports of packages are merged', () => {
  const joined = joinModules(
    [
      {
        name: 'state.ts',
        code: "import { html } from 'lit-html';\nexport let state = 1;\nexport function change() {\n  state += 1;\n}\n",
      },
      {
        name: 'main.ts',
        code: "import { html, render } from 'lit-html';\nimport { change, state } from './state.ts';\nchange();\n",
      },
    ],
    isPackage,
  );
  expect(joined).toBe(
    "import { html, render } from 'lit-html';\nlet state = 1;\nfunction change() {\n  state += 1;\n}\nchange();\n",
  );
});

test('imports over several lines are removed', () => {
  const code = "import {\n  a,\n  b,\n} from './other.ts';\nexport async function run() {}\n";
  expect(joinModules([{ name: 'main.ts', code }], isPackage)).toBe('async function run() {}\n');
});

test.for([
  ['const draw = 1;\n', 'function draw() {}\n'],
  ['export class Failure {}\n', 'let Failure;\n'],
  ['const { money, list } = formats;\n', 'export async function money() {}\n'],
])('two modules cannot declare the same name: %j', ([first, second]) => {
  const modules = [first, second].map((code = '', number) => ({ name: `module-${number}.ts`, code }));
  expect(() => joinModules(modules, isPackage)).toThrow(/module-0.ts and module-1.ts both declare/);
});

test.for([
  "import { a as b } from './a.ts';\n",
  "import a from './a.ts';\n",
  "import * as a from './a.ts';\n",
  "import './a.ts';\n",
  "export { a } from './a.ts';\n",
  'export default 1;\n',
])('a form of import or export that would change a name is rejected: %j', (code) => {
  expect(() => joinModules([{ name: 'main.ts', code }], isPackage)).toThrow(/cannot be joined/);
});

test('a name in a function does not conflict with the same name in another module', () => {
  const modules = ['function a() {\n  const timer = 1;\n  return timer;\n}\n', 'const timer = 2;\n'];
  expect(
    joinModules(
      modules.map((code, number) => ({ name: `${number}.ts`, code })),
      isPackage,
    ),
  ).toBe(modules.join(''));
});
