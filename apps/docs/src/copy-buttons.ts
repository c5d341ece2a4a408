/** How long a button states that the text was copied. */
const confirmationMs = 1_500;

/** Adds a button to each code sample that copies it. Of a terminal session, it copies only the commands. */
export function addCopyButtons(): void {
  for (const sample of document.querySelectorAll('.sample')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(commandsOf(sample.querySelector('code')?.textContent ?? ''));
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, confirmationMs);
    });
    sample.append(button);
  }
}

/** The lines after the prompt `$`, if there are any. Otherwise the whole text. */
function commandsOf(text: string): string {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  return commands.length === 0 ? text : commands.map((line) => line.slice(2)).join('\n');
}
