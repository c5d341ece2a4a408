/** Adds `https://` to an address that begins with a host name, such as `stadtlauf.example/lauf`. Other text is only trimmed. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  return /^[^\s/:@?#]+\.[^\s/:@?#]+(:\d+)?([/?#]\S*)?$/.test(trimmed) ? `https://${trimmed}` : trimmed;
}
