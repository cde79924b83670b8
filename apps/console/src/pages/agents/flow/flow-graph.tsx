import { memo, useEffect, useMemo, useRef } from 'react';
import { classNames } from '../../../components/class-names.ts';
import type { Flow } from '../../../flow/flow.model.ts';
import { drawFlow, otherwiseOf, type Room, type Sign } from '../../../flow/flow-drawing.ts';
import type { FlowTrace } from '../../../flow/flow-path.ts';
import type { FlowProblem } from '../../../flow/flow-tree.ts';
import { cut, sectionWords } from '../../../flow/flow-words.ts';

const ROOM_LETTERS = 24;
const SIGN_LETTERS = 18;
/** The edge that is taken when no condition is met. */
const ELSE = ' · else';
const LEAST_SCALE = 0.75;

export interface FlowGraphProps {
  readonly flow: Flow;
  readonly selected: string | undefined;
  readonly problems: readonly FlowProblem[];
  /** Undefined: no path is shown. */
  readonly trace?: FlowTrace | undefined;
  readonly onSelect: (id: string) => void;
}

/** The flow as a diagram. It has no information that the outline and the list of test cases lack. */
export const FlowGraph = memo(function FlowGraph({
  flow,
  selected,
  problems,
  trace,
  onSelect,
}: FlowGraphProps) {
  const drawing = useMemo(() => drawFlow(flow), [flow]);
  const frame = useRef<HTMLElement>(null);
  const wrong = new Set(
    problems.filter(({ severity }) => severity === 'error').map(({ blockId }) => blockId),
  );
  useEffect(() => {
    // The first message is in the middle.
    const { scrollWidth = 0, clientWidth = 0 } = frame.current ?? {};
    frame.current?.scrollTo({ left: (scrollWidth - clientWidth) / 2 });
  }, []);
  useEffect(() => {
    const chosen = selected && frame.current?.querySelector(`[data-room="${CSS.escape(selected)}"]`);
    if (!chosen || !frame.current) return;
    // Scroll only the diagram, not the outline.
    const [room, view] = [chosen.getBoundingClientRect(), frame.current.getBoundingClientRect()];
    frame.current.scrollBy({
      top: room.top < view.top || room.bottom > view.bottom ? room.top - view.top - view.height / 3 : 0,
      left: room.left < view.left || room.right > view.right ? room.left - view.left - view.width / 3 : 0,
    });
  }, [selected]);
  return (
    <section
      ref={frame}
      dir="ltr"
      className="h-full overflow-auto rounded-lg border border-line bg-ground"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Flow diagram"
    >
      <svg
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        // Full size if there is room, and never too small to read.
        style={{ width: `clamp(${drawing.width * LEAST_SCALE}px, 100%, ${drawing.width}px)` }}
        className="mx-auto block h-auto max-w-none"
        aria-hidden
      >
        <defs>
          <marker
            id="flow-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className="fill-soft" />
          </marker>
          <marker
            id="flow-path-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="4"
            markerHeight="4"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className="fill-good" />
          </marker>
        </defs>
        {drawing.ways.map(({ key, line, isOtherwise, from, to }) => {
          const isOnPath = trace?.reached.has(from) === true && trace.reached.has(to);
          return (
            <path
              key={key}
              d={line}
              fill="none"
              data-on-path={isOnPath || undefined}
              strokeDasharray={isOtherwise ? '4 4' : undefined}
              markerEnd={isOnPath ? 'url(#flow-path-arrow)' : 'url(#flow-arrow)'}
              className={isOnPath ? 'stroke-good' : 'stroke-soft/70'}
              strokeWidth={isOnPath ? 3 : 1.5}
            />
          );
        })}
        {drawing.rooms.map((room) => (
          <RoomShape
            key={room.id}
            room={room}
            isSelected={room.id === selected}
            isWrong={wrong.has(room.id)}
            isReached={trace?.reached.has(room.id) === true}
            isUnreached={trace?.unreached.has(room.id) === true}
            onSelect={() => onSelect(room.id)}
          />
        ))}
        {drawing.signs.map((sign) => (
          <SignShape
            key={`${sign.id}${sign.isOtherwise}`}
            sign={sign}
            isSelected={sign.id === selected && !sign.isOtherwise}
            isWrong={wrong.has(sign.id)}
            isReached={trace?.reached.has(sign.isOtherwise ? otherwiseOf(sign.id) : sign.id) === true}
            isUnreached={!sign.isOtherwise && trace?.unreached.has(sign.id) === true}
            onSelect={() => onSelect(sign.id)}
          />
        ))}
      </svg>
    </section>
  );
});

interface ShapeProps {
  readonly isSelected: boolean;
  readonly isWrong: boolean;
  /** On the shown path. */
  readonly isReached: boolean;
  /** No test case reaches it. */
  readonly isUnreached: boolean;
  readonly onSelect: () => void;
}

type Look = Omit<ShapeProps, 'onSelect'>;

function shapeClass({ isSelected, isWrong, isReached, isUnreached }: Look, plain: string): string {
  const fill = isSelected ? 'fill-accent-soft' : isUnreached ? 'fill-bad-soft' : plain;
  const edge =
    isWrong || isUnreached
      ? 'stroke-bad'
      : isReached
        ? 'stroke-good'
        : isSelected
          ? 'stroke-accent'
          : 'stroke-line';
  return classNames(fill, edge);
}

/** Said in words as well: not everybody sees red. */
const NotReached = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <text x={x} y={y} textAnchor="end" className="fill-bad text-2xs font-medium">
    Not reached
  </text>
);

function RoomShape({ room, onSelect, ...look }: ShapeProps & { readonly room: Room }) {
  const { isSelected, isReached, isUnreached } = look;
  const { x, y, width, height, kind } = room;
  const isMessage = kind === 'first' || kind === 'last';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the outline does the same by keyboard
    <g data-room={room.id} onClick={onSelect} className="cursor-pointer">
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={isMessage ? height / 2 : 8}
        strokeWidth={isSelected || isReached ? 2 : 1}
        className={shapeClass(look, 'fill-surface')}
      />
      {isUnreached && <NotReached x={x + width - (isMessage ? 54 : 10)} y={isMessage ? y + 38 : y + 18} />}
      {!isMessage && (
        <text x={x + 12} y={y + 18} className="fill-soft text-2xs font-medium">
          {sectionWords[kind]}
        </text>
      )}
      <text
        x={isMessage ? x + width / 2 : x + 12}
        y={isMessage ? y + (isUnreached ? 21 : height / 2 + 4) : y + 35}
        textAnchor={isMessage ? 'middle' : 'start'}
        className="fill-ink text-xs"
      >
        {cut(room.words, ROOM_LETTERS)}
      </text>
    </g>
  );
}

function SignShape({ sign, onSelect, ...look }: ShapeProps & { readonly sign: Sign }) {
  const { isSelected, isReached, isUnreached } = look;
  const { x, y, width, height, words, isDefault, isOtherwise } = sign;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the outline does the same by keyboard
    <g data-room={isOtherwise ? undefined : sign.id} onClick={onSelect} className="cursor-pointer">
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={height / 2}
        strokeWidth={isSelected || isDefault || isReached ? 2 : 1}
        strokeDasharray={isOtherwise ? '4 4' : undefined}
        className={shapeClass(look, 'fill-raised')}
      />
      {isUnreached && <NotReached x={x + width + 10} y={y - 5} />}
      <text
        x={x + width / 2}
        y={y + height / 2 + 4}
        textAnchor="middle"
        className={classNames('text-2xs font-medium', isOtherwise ? 'fill-soft' : 'fill-ink')}
      >
        {isDefault ? `${cut(words, SIGN_LETTERS - ELSE.length)}${ELSE}` : cut(words, SIGN_LETTERS)}
      </text>
    </g>
  );
}
