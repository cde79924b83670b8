import { post } from './client.ts';

/** Whether this browser can use passkeys on this page. */
export const passkeysWorkHere = (host: string | undefined): boolean =>
  host === location.hostname &&
  isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Has the browser make a passkey, and stores it. */
export async function addPasskey(name: string): Promise<void> {
  const { attempt, options } = await post('/console/api/me/passkeys/start');
  const created = await asked(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
  const { id, response } = created.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  await post('/console/api/me/passkeys', {
    attempt,
    name,
    id,
    clientDataJSON,
    attestationObject,
    transports,
  });
}

/** Has the browser ask for a passkey, and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const { attempt, options } = await post('/console/api/sign-in/passkey/start');
  const chosen = await asked(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
  const { id, response } = chosen.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  await post('/console/api/sign-in/passkey/finish', {
    attempt,
    id,
    clientDataJSON,
    authenticatorData,
    signature,
  });
}

/** The browser does not tell why there is none: they may have cancelled, or have no passkey for this host. */
async function asked(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await question().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error('This device has a passkey for your account already.');
    return null;
  });
  if (credential === null) throw new Error('The browser gave no passkey. Try again, or use another way.');
  return credential as PublicKeyCredential;
}
