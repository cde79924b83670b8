import type { Json, Protocol } from './protocol.ts';
import { TEMPERATURE } from './protocol.ts';

/** OpenAI's chat protocol, which vLLM, Ollama, OpenAI, Groq, Azure and many more speak. */
export const openAiCompatible: Protocol = {
  path: '/chat/completions',
  // Azure has its own name for the same thing.
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}`, 'api-key': key }),
  body: (model, { system, turn }, { maxOutputTokens }, schema) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: turn },
    ],
    max_tokens: maxOutputTokens,
    temperature: TEMPERATURE,
    stream: true,
    stream_options: { include_usage: true },
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } }),
  }),
  read: ({ choices, usage, error }: Json) => ({
    text: choices?.[0]?.delta?.content ?? '',
    isEnd: choices?.[0]?.finish_reason != null,
    ...(usage == null
      ? {}
      : {
          usage: {
            inputTokens: usage.prompt_tokens ?? 0,
            cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
            outputTokens: usage.completion_tokens ?? 0,
          },
        }),
    ...(error == null ? {} : { error: String(error.message ?? error) }),
  }),
  concessions: [
    {
      isRefused: /max_completion_tokens/,
      concede: ({ max_tokens: most, ...body }) => ({ ...body, max_completion_tokens: most }),
    },
    { isRefused: /temperature/i, concede: ({ temperature: _, ...body }) => body },
    { isRefused: /stream_options/i, concede: ({ stream_options: _, ...body }) => body },
    {
      isRefused: /json_schema|response_format|structured|schema/i,
      concede: (body) =>
        body.response_format === undefined ? body : { ...body, response_format: { type: 'json_object' } },
    },
    { isRefused: /json_object|response_format/i, concede: ({ response_format: _, ...body }) => body },
  ],
};
