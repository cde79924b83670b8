import type { Json, Protocol } from './protocol.ts';
import { TEMPERATURE } from './protocol.ts';

/** Anthropic's messages. The part of a prompt that stays the same is marked, and read only once. */
export const anthropic: Protocol = {
  path: '/messages',
  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    ...(key === undefined ? {} : { 'x-api-key': key }),
  }),
  body: (model, { system, turn }, { maxOutputTokens }, schema) => ({
    model,
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: turn }],
    max_tokens: maxOutputTokens,
    temperature: TEMPERATURE,
    stream: true,
    ...(schema === undefined ? {} : { output_config: { format: { type: 'json_schema', schema } } }),
  }),
  read: (event: Json) => readers[event.type]?.(event) ?? {},
  concessions: [
    { isRefused: /temperature/i, concede: ({ temperature: _, ...body }) => body },
    { isRefused: /output_config|output_format|schema/i, concede: ({ output_config: _, ...body }) => body },
  ],
};

const readers: Readonly<Record<string, (event: Json) => ReturnType<Protocol['read']>>> = {
  message_start: ({ message: { usage } }) => {
    const cachedTokens = usage?.cache_read_input_tokens ?? 0;
    const written = usage?.cache_creation_input_tokens ?? 0;
    return { usage: { inputTokens: (usage?.input_tokens ?? 0) + cachedTokens + written, cachedTokens } };
  },
  content_block_delta: ({ delta }) => ({ text: delta.type === 'text_delta' ? delta.text : '' }),
  message_delta: ({ delta, usage }) => ({
    isEnd: delta?.stop_reason != null,
    usage: { outputTokens: usage?.output_tokens ?? 0 },
  }),
  error: ({ error }) => ({ error: String(error?.message ?? error?.type ?? 'an error') }),
};
