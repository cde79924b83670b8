import { type LoadedConfig, publicUrl } from '../config.ts';
import { serviceAddress } from '../service-address.ts';
import type { Finding } from './finding.ts';

/** A busy service takes some seconds to look at its parts. */
const ANSWER_MS = 8000;

/** Errors of TLS that are about the certificate, by their codes in Node. */
const CERTIFICATE = /CERT|SIGNATURE|ERR_TLS/;
export const CERTIFICATE_REMEDY =
  'Renew it if it expired. If a private authority signed it, set NODE_EXTRA_CA_CERTS to the file of that authority, for the service and for this command.';

export const isAboutCertificate = (error: unknown): boolean =>
  CERTIFICATE.test(String((error as NodeJS.ErrnoException).code ?? ''));

interface Answer {
  readonly status: number;
  /** Words of the body, for a person. */
  readonly text: string;
  /** The server says that it is better soon. */
  readonly isSoon: boolean;
}

/** `wasStarted`: its database is in order, so the service has run before and should run now. */
export async function serviceFindings(loaded: LoadedConfig, wasStarted: boolean): Promise<Finding[]> {
  const address = serviceAddress(loaded);
  const answer = await ask(`${address}/readyz`);
  if (!(answer instanceof Error)) return [readiness(address, answer), ...(await consoleFinding(address))];
  const own = ownAddress(loaded);
  const ownAnswer = own === address ? answer : await ask(`${own}/readyz`);
  if (ownAnswer instanceof Error) return [noAnswer(address, own, answer, wasStarted)];
  return [publicFailure(address, own, answer), readiness(own, ownAnswer), ...(await consoleFinding(own))];
}

/** Where the service listens, whatever proxy is before it. */
function ownAddress({ config }: LoadedConfig): string {
  const isEverywhere = config.HOST === '0.0.0.0' || config.HOST === '::';
  const local = { ...config, PARLEY_PUBLIC_URL: undefined, HOST: isEverywhere ? 'localhost' : config.HOST };
  return publicUrl(local, config.PORT);
}

async function ask(url: string): Promise<Answer | Error> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const text = inWords(await response.text()) || `${response.status} ${response.statusText}`;
    return { status: response.status, text, isSoon: response.headers.has('retry-after') };
  } catch (error) {
    const { cause } = error as Error;
    return cause instanceof Error ? cause : (error as Error);
  }
}

/** Errors of the API have a message; pages and proxies answer with HTML or plain text. */
function inWords(body: string): string {
  try {
    return String((JSON.parse(body) as { message?: unknown }).message ?? '');
  } catch {
    const text = body.replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, ' ');
    return text.replace(/\s+/g, ' ').trim().slice(0, 300);
  }
}

const readiness = (address: string, { status, text }: Answer): Finding =>
  status === 200
    ? { state: 'ok', words: `The service at ${address} is ready.` }
    : {
        state: 'problem',
        words: `The service at ${address} is not ready: ${text}`,
        remedy: "Its log says more (with systemd: journalctl -u 'parley@*').",
      };

async function consoleFinding(address: string): Promise<Finding[]> {
  const answer = await ask(`${address}/console`);
  if (answer instanceof Error)
    return [
      { state: 'problem', words: `${address}/console does not answer: ${answer.message}`, remedy: BUILD },
    ];
  if (answer.status === 200) return [{ state: 'ok', words: 'The console answers.' }];
  return answer.isSoon
    ? [
        {
          state: 'note',
          words: 'The console is being built.',
          remedy: 'Run this again in a minute or two.',
        },
      ]
    : [{ state: 'problem', words: `The console cannot be loaded: ${answer.text}`, remedy: BUILD }];
}

const BUILD =
  'In the folder of Parley, as its owner, run: npx node scripts/build-console.ts (docs/deploy.md#with-systemd).';

function publicFailure(address: string, own: string, error: Error): Finding {
  return isAboutCertificate(error)
    ? {
        state: 'problem',
        words: `The certificate of ${address} is not accepted: ${error.message}. The service itself answers at ${own}.`,
        remedy: CERTIFICATE_REMEDY,
      }
    : {
        state: 'problem',
        words: `${address} does not answer (${error.message}), but the service itself does at ${own}.`,
        remedy: 'Check the name in DNS, the firewall, and that the proxy runs and forwards to the service.',
      };
}

/** How it was installed is not known here. */
const START = 'Start it: npm start, systemctl start parley@all, or docker compose up -d.';

function noAnswer(address: string, own: string, error: Error, wasStarted: boolean): Finding {
  if (isAboutCertificate(error))
    return {
      state: 'problem',
      words: `The service at ${address} cannot be checked, because its certificate is not accepted: ${error.message}.`,
      remedy: CERTIFICATE_REMEDY,
    };
  const places = address === own ? address : `${address} or ${own}`;
  return wasStarted
    ? {
        state: 'problem',
        words: `No service answers at ${places}: ${error.message}`,
        remedy: `${START} If it was started, its log says why it ended.`,
      }
    : { state: 'note', words: `No service answers at ${places}.`, remedy: START };
}
