import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageForHeader, languageOfTag } from '#messages/languages';
import { Type } from './schema.ts';

/** The query parameter for the language of texts. */
export const langParameter = {
  lang: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description: 'The language of the texts, as a tag such as `de` or `de-CH`. It comes before `Accept-Language`',
      examples: ['de'],
    }),
  ),
};

/**
 * The language that a request asks for: that of the parameter `lang`, otherwise the one that the browser prefers; null if there are no
 * texts in any of them.
 */
export function requestedLanguage({ query, headers }: FastifyRequest): Language | null {
  const { lang } = query as { readonly lang?: unknown };
  return languageOfTag(String(lang)) ?? languageForHeader(headers['accept-language']);
}

/** The language that a request asks for, which the headers of the response declare; null if its texts are in their default language. */
export function declareLanguage(request: FastifyRequest, reply: FastifyReply): Language | null {
  const language = requestedLanguage(request);
  reply.header('vary', 'accept-language');
  if (language !== null) reply.header('content-language', language);
  return language;
}

/**
 * Chooses the language of a page, which the headers of the response declare.
 *
 * @param eventLanguage the language of the event, for requests that ask for no language with texts
 */
export function responseLanguage(request: FastifyRequest, reply: FastifyReply, eventLanguage: Language): Language {
  const language = declareLanguage(request, reply) ?? eventLanguage;
  reply.header('content-language', language);
  return language;
}
