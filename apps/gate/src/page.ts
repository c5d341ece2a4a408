const root = document.getElementById('app');
if (root === null) throw new Error('The page is not the page of this app.');

const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';

export const page = {
  /** The element that the program renders into. */
  root,
  /** The URL path of the endpoints, without a trailing slash. */
  api: new URL('../api/gate/v1', document.baseURI).pathname,
  /** The URL path of the page, with a trailing slash. */
  url: new URL('.', document.baseURI).pathname,
  /** The version of this program: the hash in the name of its file. */
  version: /-([\w-]{8})\.js$/.exec(script)?.[1] ?? 'development',
};
