import { type FormEvent, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { useAction } from '../../api/action.ts';
import { post, type Reply, remove } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { TextField } from '../../components/field.tsx';

type Proposal = Reply<'/console/api/me/second-factor', 'post'>;

/** Codes of an authenticator app, asked for after the password or the link. */
export function SecondFactor() {
  const { hasSecondFactor, recoveryCodesLeft } = useMe();
  const [codes, setCodes] = useState<readonly string[]>();
  const [proposal, setProposal] = useState<Proposal>();
  const propose = useAction(() => post('/console/api/me/second-factor'), { onDone: setProposal });
  const confirm = useAction((code: string) => post('/console/api/me/second-factor/confirm', { code }), {
    isQuiet: true,
    invalidates: [['me'], ['sessions']],
    onDone: ({ recoveryCodes }) => {
      setProposal(undefined);
      setCodes(recoveryCodes);
    },
  });
  if (codes) return <CodeList codes={codes} onDone={() => setCodes(undefined)} />;
  if (hasSecondFactor) return <Enabled left={recoveryCodesLeft} onCodes={setCodes} />;
  if (proposal === undefined) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-soft">
          Signing in with a password or a link also asks for a code that an app on your phone shows. Single
          sign-on does not: your identity provider asks for its own.
        </p>
        <Button busy={propose.busy} onClick={() => propose.run(undefined)}>
          Set up authenticator app
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">Scan this with your authenticator app, or enter the secret.</p>
      <QrCode text={proposal.uri} />
      <Copy text={proposal.secret} label="Copy secret" />
      <CodeEntry
        action="Enable"
        busy={confirm.busy}
        failure={confirm.failure?.message}
        onCode={confirm.run}
        onCancel={() => setProposal(undefined)}
      />
    </div>
  );
}

function Enabled({
  left,
  onCodes,
}: {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const [wish, setWish] = useState<'codes' | 'removal'>();
  const replace = useAction(
    (code: string) => post('/console/api/me/second-factor/recovery-codes', { code }),
    { isQuiet: true, invalidates: [['me']], onDone: ({ recoveryCodes }) => onCodes(recoveryCodes) },
  );
  const removal = useAction((code: string) => remove('/console/api/me/second-factor', {}, { code }), {
    isQuiet: true,
    invalidates: [['me']],
    done: 'Second factor removed',
  });
  const action = wish === 'codes' ? replace : removal;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        Enabled. {left} recovery {left === 1 ? 'code' : 'codes'} left.
      </p>
      {wish === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setWish('codes')}>Replace recovery codes</Button>
          <Button onClick={() => setWish('removal')}>Remove second factor</Button>
        </div>
      ) : (
        <CodeEntry
          action={wish === 'codes' ? 'Replace recovery codes' : 'Remove second factor'}
          busy={action.busy}
          failure={action.failure?.message}
          onCode={action.run}
          onCancel={() => setWish(undefined)}
        />
      )}
    </div>
  );
}

function CodeEntry({
  action,
  busy,
  failure,
  onCode,
  onCancel,
}: {
  readonly action: string;
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Code of the app"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={failure}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={code === ''}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function CodeList({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        Keep these recovery codes somewhere safe. Each replaces one code of the app, once. They are not shown
        again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="primary" onClick={onDone}>
        I have stored the codes
      </Button>
    </div>
  );
}

/** Black on white in every theme: cameras need the contrast. */
function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 4 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg role="img" aria-label="QR code for the app" viewBox={`0 0 ${size} ${size}`} className="size-48">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
