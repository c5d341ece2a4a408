import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Document {
  readonly paths: Record<string, Record<string, { 'x-codeSamples'?: readonly { lang: string; source: string }[] }>>;
}

/** Writes the samples of the API reference in a language to files of a folder, and returns the paths of the files. */
export function writeReferenceSamples(folder: string, language: 'TypeScript' | 'Python'): string[] {
  const documentFile = join(import.meta.dirname, '../../../../openapi/extended.json');
  const { paths } = JSON.parse(readFileSync(documentFile, 'utf8')) as Document;
  const samples = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation['x-codeSamples'] ?? [])
    .filter(({ lang }) => lang === language);
  return samples.map(({ source }, index) => {
    const file = join(folder, `sample_${index}.${language === 'Python' ? 'py' : 'ts'}`);
    writeFileSync(file, source);
    return file;
  });
}
