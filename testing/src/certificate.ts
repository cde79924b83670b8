import { spawnSync } from 'node:child_process';

/** Writes a certificate for 127.0.0.1 that is its own authority, and its key, with `openssl`. */
export function makeCertificate(key: string, certificate: string): void {
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  const { status, stderr } = spawnSync('openssl', [...args.split(' '), ...names]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}
