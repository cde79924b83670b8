import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, remove } from '../../api/client.ts';
import { type Role, roleChoices, roleWords } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

/** Tokens with which an identity provider creates and removes members (SCIM 2.0). */
export function ScimTokens() {
  const [role, setRole] = useState<Role>('member');
  const [token, setToken] = useState<string>();
  const tokens = useQuery({
    queryKey: ['scim-tokens'],
    queryFn: ({ signal }) => get('/console/api/scim-tokens', { signal }),
  });
  const invalidates = [['scim-tokens']];
  const create = useAction(() => post('/console/api/scim-tokens', { role }), {
    invalidates,
    onDone: (made) => setToken(made.token),
  });
  const confirm = useConfirm();
  const revoke = useAction((id: string) => remove('/console/api/scim-tokens/{id}', { path: { id } }), {
    invalidates,
    done: 'Token revoked',
  });
  const askToRevoke = async (id: string) => {
    const isSure = await confirm({
      title: 'Revoke this SCIM token?',
      words:
        'Requests of the identity provider with it are refused at once: it creates and removes no more members. This cannot be undone.',
      yes: 'Revoke token',
    });
    if (isSure) revoke.run(id);
  };
  if (tokens.error) return <LoadError error={tokens.error} onRetry={() => void tokens.refetch()} />;
  if (!tokens.data) return <SkeletonLines />;
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-soft">
        Your identity provider can create and remove members by SCIM 2.0. Give it a token and this address:
      </p>
      <Copy text={`${location.origin}/scim/v2`} label="Copy address" />
      <ul aria-label="SCIM tokens" className="flex w-full flex-col divide-y divide-line/60">
        {tokens.data.data.map(({ id, role: given, createdAt, usedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="flex-1">Token; new members become {roleWords(given)}</span>
            <span className="text-xs text-soft">
              created <Time at={createdAt} />, last used <Time at={usedAt} />
            </span>
            <Button size="small" busy={revoke.busy} onClick={() => void askToRevoke(id)}>
              Revoke token
            </Button>
          </li>
        ))}
      </ul>
      {token && (
        <div role="status" className="flex flex-col gap-1">
          <span>Copy the token now. It is not shown again.</span>
          <Copy text={token} label="Copy token" />
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Role of new members"
          value={role}
          choices={roleChoices}
          onChange={({ target }) => setRole(target.value as Role)}
        />
        <Button look="primary" busy={create.busy} onClick={() => create.run(undefined)}>
          Create token
        </Button>
      </div>
    </div>
  );
}
