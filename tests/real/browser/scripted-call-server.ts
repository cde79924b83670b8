import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCallPage } from '@parley/service/http/call-page/call-page.ts';
import Fastify, { type FastifyReply } from 'fastify';
import { EchoPeer } from './echo-peer.ts';

const RESUME_KEY = 'the key of the one who joined';

export const anOpenLink = {
  state: 'open',
  language: 'en',
  isRightToLeft: false,
  company: { name: 'Northwind Clinics' },
  agent: { name: 'Clara' },
  contact: { firstName: 'Ada' },
  purpose: 'Your application as a ward nurse in Leeds',
  voice: true,
  recording: true,
  iceServers: [] as object[],
  opensAt: undefined as string | undefined,
  canResume: undefined as boolean | undefined,
  speechComing: undefined as boolean | undefined,
};

/** One that is closed tells nothing more of the call. */
const shown = ({ state, language, isRightToLeft, ...more }: typeof anOpenLink) =>
  state === 'finished' || state === 'expired'
    ? { state, language, isRightToLeft }
    : { state, language, isRightToLeft, ...more };

/** Speaks the protocol of web calls, and says what a test tells it to. The page that it serves is the real one. */
export async function startScriptedCalls() {
  const server = Fastify({ forceCloseConnections: true });
  const streams = new Set<ServerResponse>();
  const sent: { id: number; event: object }[] = [];
  const script = {
    link: { ...anOpenLink },
    /** Of every answer but the page's own: 503, and it is away. */
    status: 200,
    /** No offer is answered, whatever the link says. */
    hasVoice: true,
    joins: 0,
    leaves: 0,
    /** Pages that said that they were being closed. */
    aways: 0,
    /** Pages that came back to a call. */
    returns: 0,
    streamsOpened: 0,
    resumes: [] as { offer?: string }[],
    messages: [] as string[],
    peers: [] as EchoPeer[],
  };

  // Started ahead: on a busy machine a process needs seconds, and the page waits ten for an answer.
  let nextPeer = new EchoPeer();

  const refuse = (reply: FastifyReply, status: number) =>
    reply.status(status).send({ statusCode: status, message: `Status ${status}`, error: 'Scripted' });

  async function answerTo(offer: string | undefined): Promise<{ answer?: string }> {
    if (offer === undefined || !script.hasVoice) return {};
    const peer = nextPeer;
    nextPeer = new EchoPeer();
    script.peers.push(peer);
    return { answer: await peer.answer(offer) };
  }

  serveCallPage(server);
  server.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    JSON.parse(text),
  );
  server.register(async (calls) => {
    calls.addHook('onRequest', async (request, reply) => {
      reply.header('access-control-allow-origin', '*');
      if (request.method === 'OPTIONS')
        return reply
          .headers({ 'access-control-allow-headers': 'content-type, last-event-id' })
          .status(204)
          .send();
      if (script.status !== 200) return refuse(reply, script.status);
    });
    calls.options('/call/:token/*', async () => undefined);
    calls.get('/call/:token/state', async () => shown(script.link));
    calls.post('/call/:token/join', async (request, reply) => {
      const { offer, resumeKey } = request.body as { offer?: string; resumeKey?: string };
      const isBack = script.link.state === 'in_call' && (script.link.canResume || resumeKey === RESUME_KEY);
      if (script.link.state !== 'open' && !isBack) return refuse(reply, 409);
      if (isBack) script.returns += 1;
      else script.joins += 1;
      Object.assign(script.link, { state: 'in_call', canResume: false });
      return reply.status(201).send({ callId: 'call 1', resumeKey: RESUME_KEY, ...(await answerTo(offer)) });
    });
    calls.post('/call/:token/resume', async (request, reply) => {
      const body = request.body as { resumeKey: string; offer?: string };
      if (script.link.state !== 'in_call' || body.resumeKey !== RESUME_KEY) return refuse(reply, 409);
      script.resumes.push(body);
      return { callId: 'call 1', ...(await answerTo(body.offer)) };
    });
    calls.post('/call/:token/messages', async (request, reply) => {
      const { text } = request.body as { text: string };
      script.messages.push(text);
      tell({ type: 'update', id: `typed ${script.messages.length}`, who: 'contact', text, isFinal: true });
      return reply.status(202).send();
    });
    calls.post('/call/:token/leave', async (_request, reply) => {
      script.leaves += 1;
      if (script.link.state === 'in_call') end('left', true);
      return reply.status(204).send();
    });
    calls.post('/call/:token/away', async (_request, reply) => {
      script.aways += 1;
      script.link.canResume = true;
      return reply.status(204).send();
    });
    calls.get('/call/:token/events', async (request, reply) => {
      if (script.link.state !== 'in_call') return refuse(reply, 409);
      const seen = Number(request.headers['last-event-id'] ?? 0);
      reply.hijack();
      const stream = reply.raw;
      stream.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
      stream.write(`: welcome\n\ndata: ${JSON.stringify({ type: 'call_started', callId: 'call 1' })}\n\n`);
      for (const one of sent) if (one.id > seen) stream.write(written(one));
      streams.add(stream);
      script.streamsOpened += 1;
      stream.on('close', () => streams.delete(stream));
      return reply;
    });
  });

  function tell(event: object): void {
    const one = { id: sent.length + 1, event };
    sent.push(one);
    for (const stream of streams) stream.write(written(one));
  }

  function end(reason: string, canComeBack: boolean): void {
    tell({ type: 'call_ended', reason, canComeBack });
    script.link.state = canComeBack ? 'open' : 'finished';
    for (const stream of streams) stream.end();
  }

  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return {
    script,
    address: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/call/a-token`,
    tell,
    end,
    say(id: string, text: string, isFinal = true): void {
      tell({ type: 'update', id, who: 'agent', text, isFinal });
    },
    cutStreams(): void {
      for (const stream of streams) stream.destroy();
    },
    /** As if nobody had called yet. */
    reset(): void {
      for (const stream of streams) stream.destroy();
      for (const peer of script.peers) peer.kill();
      sent.length = 0;
      Object.assign(script, { link: { ...anOpenLink }, status: 200, hasVoice: true, joins: 0, leaves: 0 });
      Object.assign(script, { aways: 0, returns: 0 });
      Object.assign(script, { streamsOpened: 0, resumes: [], messages: [], peers: [] });
    },
    async stop(): Promise<void> {
      for (const peer of [...script.peers, nextPeer]) peer.kill();
      await server.close();
    },
  };
}

export type ScriptedCalls = Awaited<ReturnType<typeof startScriptedCalls>>;

const written = ({ id, event }: { id: number; event: object }): string =>
  `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
