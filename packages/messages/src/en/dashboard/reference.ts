/** Texts of the page with the API reference. */
export default {
  title: 'API reference',
  description:
    'All endpoints of the API. Examples and test requests contain the key that you choose. It stays in this tab and is not stored.',
  key: 'Key',
  noKey: 'No key',
  paste: 'Another key',
  notAKey: 'A key begins with sk_ or pk_.',
  use: 'Use this key',
  pasted: 'Pasted key',
  create: 'Create a key',
  realData: 'Test requests read and change the real data of this organizer.',
  failedTitle: 'The reference could not be loaded',
  failedText: 'Check the connection, then try again.',
} as const;
