import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, remove } from '../../api/client.ts';
import { addPasskey, passkeysWorkHere } from '../../api/passkey.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

/** Signing in with a finger, a face or a PIN of the device instead of a password and a code. */
export function Passkeys() {
  const host = useSignInMethods().data?.passkeys?.host;
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => get('/console/api/me/passkeys', { signal }),
  });
  const removal = useAction((id: string) => remove('/console/api/me/passkeys/{id}', { path: { id } }), {
    invalidates: [['passkeys'], ['sessions']],
    done: 'Passkey removed. All other sessions were signed out',
  });
  if (passkeys.error && !passkeys.data)
    return <LoadError error={passkeys.error} onRetry={() => void passkeys.refetch()} />;
  if (!passkeys.data) return <SkeletonLines lines={2} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        Sign in with your device's fingerprint, face or PIN. A passkey replaces the password and the code of
        the second factor.
      </p>
      {passkeys.data.data.length > 0 && (
        <ul aria-label="Passkeys" className="flex flex-col divide-y divide-line/60">
          {passkeys.data.data.map(({ id, name, isSynced, createdAt, usedAt }) => (
            <li key={id} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
              <div className="me-auto min-w-0">
                <div className="truncate font-medium">{name}</div>
                <div className="truncate text-xs text-soft">
                  since <Time at={createdAt} exact />
                  {usedAt && (
                    <>
                      {' '}
                      · last used <Time at={usedAt} />
                    </>
                  )}
                  {isSynced && ' · synced to your other devices'}
                </div>
              </div>
              <Button
                size="small"
                busy={removal.busy}
                aria-label={`Remove passkey ${name}`}
                onClick={() => removal.run(id)}
              >
                Remove passkey
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeysWorkHere(host) ? (
        <NewPasskey />
      ) : (
        <p className="text-soft">
          {host === undefined
            ? 'This installation has none: they need local sign-in, and a PARLEY_PUBLIC_URL with a name and TLS.'
            : `This browser has none for this address. Open the console at ${host}.`}
        </p>
      )}
    </div>
  );
}

function NewPasskey() {
  const [name, setName] = useState('');
  const add = useAction(() => addPasskey(name), {
    isQuiet: true,
    invalidates: [['passkeys']],
    done: 'Passkey added',
    onDone: () => setName(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label="Name of the passkey"
          hint="For instance: work laptop."
          maxLength={200}
          value={name}
          error={add.errorAt('name') ?? add.problem}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" busy={add.busy} disabled={name.trim() === ''}>
        Add a passkey
      </Button>
    </form>
  );
}
