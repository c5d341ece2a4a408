import { type Command, InvalidArgumentError, Option } from 'commander';
import { ApiError, type OrganizerError } from '#sdk';
import { OperatorError } from '../errors/index.ts';
import { BadTargetUrl, parseTargetUrl } from '../platform/net/target-url.ts';

/** What to do about an error of the service, by its status. */
const hints: Readonly<Record<number, string>> = {
  401: ' Create a key with "organizer keys create --kind secret", or in the dashboard under Developers.',
  403: ' "organizer keys create --scopes" creates a key with other scopes.',
};

/** The options of a command that sends requests to a service with a key. */
export interface ServiceOptions {
  readonly key: string;
  readonly url: URL;
}

/** Adds the options `--key` and `--url`. */
export function addServiceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--key <key>', 'a secret key of the organizer, sk_…').env('ORGANIZER_KEY').makeOptionMandatory(),
    )
    .addOption(
      new Option('--url <url>', 'the URL of the service')
        .env('ORGANIZER_URL')
        .argParser(parseUrl)
        .default(new URL('http://127.0.0.1:3000'), 'http://127.0.0.1:3000'),
    );
}

/** Parses the URL in an option. */
export function parseUrl(text: string): URL {
  try {
    return parseTargetUrl(text, { allowHttp: true });
  } catch (error) {
    if (error instanceof BadTargetUrl) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/**
 * Adds what to do to an error of the service.
 *
 * @param missing what the service does not have if the path is unknown
 * @param ownHints what to do for other statuses
 */
export function toServiceError(
  error: OrganizerError,
  url: URL,
  missing: string,
  ownHints: Readonly<Record<number, string>> = {},
): OperatorError {
  if (!(error instanceof ApiError))
    return new OperatorError(`${url.origin} is not reachable: ${error.message} Start the server, or check --url.`);
  const fields = error.errors.map(({ path, message }) => ` ${path}: ${message}`).join('');
  const isUnknownPath = error.status === 404 || error.code === 'unexpected_response';
  const hint = isUnknownPath
    ? ` Check --url: ${url.origin} has no ${missing}.`
    : (ownHints[error.status] ?? hints[error.status] ?? '');
  return new OperatorError(`${error.message}${fields}${hint}`, error.code);
}
