import { Notice } from '../../components/notice.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { percent, registrationWords, responseWords, stateWords, type TrunkHealth } from './trunk.tsx';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** What was seen of a trunk, and how calls over it went in the last 24 hours. */
export function HealthFigures({ health }: { readonly health: TrunkHealth }) {
  const { postDialDelayMs: delay, averageCallSeconds } = health;
  return (
    <div className="flex flex-col gap-6">
      {health.unconnectedCalls && (
        <Notice tone="warn">
          The last {health.unconnectedCalls.calls} calls, since <Time at={health.unconnectedCalls.since} />,
          timed out without ringing. Usually {percent(health.unconnectedCalls.usualAnswerRatio)} are answered.
          Calls go on: check what the trunk plays.
        </Notice>
      )}
      <Section title="Now">
        <p className="mb-3 text-soft">{stateWords[health.state]}</p>
        <Facts
          of={[
            ['Last checked (OPTIONS)', health.lastCheck ? <Time at={health.lastCheck.at} /> : 'Never'],
            ['Answer', health.lastCheck ? responseWords(health.lastCheck.code) : 'Not known'],
            ['Last call', health.lastCall ? <Time at={health.lastCall.at} /> : 'None'],
            ['Its SIP response', health.lastCall ? responseWords(health.lastCall.code) : 'Not known'],
            ['Registration', <Registration key="registration" of={health.registration} />],
          ]}
        />
      </Section>
      <Section title="Last 24 hours">
        <Facts
          of={[
            ['Calls now', health.liveCalls],
            ['Calls', health.calls],
            ['Answer-seizure ratio (ASR)', percent(health.answerSeizureRatio)],
            [
              'Average call duration (ACD)',
              averageCallSeconds === null ? 'No calls' : `${averageCallSeconds} s`,
            ],
            [
              'Post-dial delay',
              delay === null ? 'No calls' : `${seconds(delay.median)} (95 %: ${seconds(delay.p95)})`,
            ],
          ]}
        />
      </Section>
      <Section title="SIP responses">
        {health.responses.length === 0 ? (
          <p className="text-soft">No call has ended yet.</p>
        ) : (
          <Facts
            of={health.responses.map(({ code, calls }) => [
              responseWords(code),
              `${calls} ${calls === 1 ? 'call' : 'calls'}`,
            ])}
          />
        )}
      </Section>
    </div>
  );
}

function Registration({ of }: { readonly of: TrunkHealth['registration'] }) {
  if (of === null) return 'None';
  const { state, since, expiresAt, code } = of;
  return (
    <>
      {registrationWords[state]}
      {state === 'REFUSED' && `: ${responseWords(code)}`} since <Time at={since} />
      {expiresAt !== null && (
        <>
          , valid until <Time at={expiresAt} />
        </>
      )}
    </>
  );
}
