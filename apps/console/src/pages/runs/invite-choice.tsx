import { type MessageChannel, messageChannels } from '@parley/contract/message.ts';
import type { Reply } from '../../api/client.ts';
import { CheckField } from '../../components/field.tsx';
import { channelWords } from '../messages/message.tsx';
import { invitationWords } from './launch-words.ts';

/** By which channels contacts are sent their links, now and when others are attached. */
export function InviteChoice({
  preview,
  invite,
  onChoose,
}: {
  readonly preview: Reply<'/runs/{id}/launch-preview', 'get'> | undefined;
  readonly invite: readonly MessageChannel[];
  readonly onChoose: (invite: readonly MessageChannel[]) => void;
}) {
  const hintOf = (channel: MessageChannel) => {
    const found = preview?.invitations?.find((one) => one.channel === channel);
    return found && { hint: invitationWords(found) };
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Invitations</legend>
      {messageChannels.map((channel) => (
        <CheckField
          key={channel}
          label={`Invite by ${channel === 'EMAIL' ? channelWords.EMAIL.toLowerCase() : channelWords.SMS}`}
          {...hintOf(channel)}
          checked={invite.includes(channel)}
          onChange={(event) =>
            onChoose(
              messageChannels.filter((one) =>
                one === channel ? event.target.checked : invite.includes(one),
              ),
            )
          }
        />
      ))}
      {invite.length === 0 && (
        <p className="text-xs text-soft">
          Nobody is sent a link. You can invite contacts later, or export their links.
        </p>
      )}
    </fieldset>
  );
}
