/** Data that the server wrote into the page. */

const root = document.getElementById('app');
if (root === null) throw new Error('The page is not the page of this app.');

export const page = {
  /** The element that the program renders into. */
  root,
  /** The URL path of the endpoints, without a trailing slash. */
  api: root.dataset['api'] ?? '',
  /** The URL path of the page, with a trailing slash. */
  url: root.dataset['page'] ?? '',
  /** The version of this program. */
  version: root.dataset['version'] ?? '',
};
