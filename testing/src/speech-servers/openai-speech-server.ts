import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { bodyOf, listenHttp } from './http-listener.ts';
import { type SoundReply, sendSound } from './sound-reply.ts';

/** An endpoint that speaks like OpenAI's /audio/transcriptions and /audio/speech. */
export interface OpenAiSpeechServer {
  /** As PARLEY_SPEECH_URL has it. */
  readonly url: string;
  readonly transcriptions: readonly { readonly headers: IncomingHttpHeaders; readonly form: FormData }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was sent
  readonly speeches: readonly { readonly headers: IncomingHttpHeaders; readonly body: any }[];
  transcribes(...replies: WordsReply[]): void;
  answers(...replies: SoundReply[]): void;
  stop(): Promise<void>;
}

export type WordsReply =
  | string
  | { readonly status: number; readonly body: object }
  | 'silence'
  | 'garbage'
  | 'cut';

const RATE_HZ = 24_000;

export async function startOpenAiSpeechServer(): Promise<OpenAiSpeechServer> {
  const transcriptions: OpenAiSpeechServer['transcriptions'][number][] = [];
  const speeches: OpenAiSpeechServer['speeches'][number][] = [];
  let words: WordsReply[] = ['Hello.'];
  let sounds: SoundReply[] = [{ seconds: 0.5 }];
  const next = <Item>(list: Item[]): Item => (list.length > 1 ? list.shift() : list[0]) as Item;

  const listener = await listenHttp(async (request, response) => {
    const { headers } = request;
    const body = await bodyOf(request);
    if (request.url === '/v1/audio/transcriptions') {
      const type = headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      transcriptions.push({ headers, form });
      sendWords(response, next(words));
    } else if (request.url === '/v1/audio/speech') {
      speeches.push({ headers, body: JSON.parse(body.toString()) });
      sendSound(response, next(sounds), RATE_HZ);
    } else response.writeHead(404).end();
  });
  return {
    url: `${listener.url}/v1`,
    transcriptions,
    speeches,
    transcribes(...given) {
      words = given;
    },
    answers(...given) {
      sounds = given;
    },
    stop: listener.stop,
  };
}

function sendWords(response: ServerResponse, reply: WordsReply): void {
  if (reply === 'silence') return;
  if (reply === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"text": "I li', () => setImmediate(() => response.destroy()));
    return;
  }
  if (typeof reply === 'object') {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    reply === 'garbage' ? '<html>' : JSON.stringify({ text: reply, usage: { type: 'duration', seconds: 1 } }),
  );
}
