import type { DecideSection, Flow, Section, SectionType } from './flow.model.ts';
import { titleOf } from './flow-words.ts';

/** The layout of the flow diagram: sections are boxes, one below the other; branches are edges between them. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly rooms: readonly Room[];
  readonly ways: readonly Way[];
  readonly signs: readonly Sign[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Room extends Box {
  readonly id: string;
  readonly kind: SectionType | 'first' | 'last';
  readonly words: string;
}

/** The name of a branch, as a label on its edge. */
export interface Sign extends Box {
  /** The branch; for the edge without a branch, the section that decides. */
  readonly id: string;
  readonly words: string;
  readonly isDefault: boolean;
  /** Not a branch: the edge that is taken when no condition is met. */
  readonly isOtherwise: boolean;
}

export interface Way {
  readonly key: string;
  /** The ids of the boxes or labels that it connects. */
  readonly from: string;
  readonly to: string;
  /** An SVG path. */
  readonly line: string;
  readonly isOtherwise: boolean;
}

const ROOM_WIDTH = 168;
const ROOM_HEIGHT = 48;
const SIGN_WIDTH = 128;
const SIGN_HEIGHT = 22;
const GAP_X = 20;
const GAP_Y = 30;
const MARGIN = 12;

interface Point {
  /** Of the box or label it belongs to. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** It ends with an edge that is taken only when no condition is met. */
  readonly isOtherwise?: boolean;
}

/** The id of the edge that is taken when no condition of a section is met. */
export const otherwiseOf = (sectionId: string): string => `${sectionId}:otherwise`;

/** The open ends after some sections, and their lower edge. */
interface Stretch {
  readonly ends: readonly Point[];
  readonly bottom: number;
}

/** Lays out from top to bottom. Each list of sections gets a column of its own width, so nothing overlaps. */
export function drawFlow(flow: Flow): Drawing {
  const width = Math.max(ROOM_WIDTH, widthOf(flow.sections)) + 2 * MARGIN;
  const pen = new Pen();
  const middle = width / 2;
  const first = pen.room(flow.firstMessage.id, 'first', 'First message', middle, MARGIN);
  const { ends, bottom } = pen.list(flow.sections, middle, first.y + GAP_Y, [first]);
  const last = pen.room(flow.lastMessage.id, 'last', 'Last message', middle, bottom + GAP_Y, ends);
  return { width, height: last.y + MARGIN, rooms: pen.rooms, ways: pen.ways, signs: pen.signs };
}

const widthOf = (sections: readonly Section[]): number =>
  Math.max(ROOM_WIDTH, ...sections.map((section) => (section.type === 'conditional' ? sum(section) : 0)));

const sum = (section: DecideSection): number =>
  columnsOf(section).reduce((total, { width }) => total + width + GAP_X, -GAP_X);

interface Column {
  readonly width: number;
  readonly sign: Pick<Sign, 'id' | 'words' | 'isDefault' | 'isOtherwise'>;
  readonly sections: readonly Section[];
}

/** One for each branch, and one for skipping all of them where that is possible. */
function columnsOf({ id, branches, defaultBranch }: DecideSection): Column[] {
  const columns = branches.map((branch) => ({
    width: Math.max(SIGN_WIDTH, branch.sections.length === 0 ? 0 : widthOf(branch.sections)),
    sign: {
      id: branch.id,
      words: branch.name.trim() || 'Branch',
      isDefault: branch.id === defaultBranch,
      isOtherwise: false,
    },
    sections: branch.sections,
  }));
  if (defaultBranch !== undefined) return columns;
  const sign = { id, words: 'Otherwise', isDefault: false, isOtherwise: true };
  return [...columns, { width: SIGN_WIDTH, sign, sections: [] }];
}

class Pen {
  readonly rooms: Room[] = [];
  readonly ways: Way[] = [];
  readonly signs: Sign[] = [];

  /** A box below everything that leads to it; returns its exit. */
  room(
    id: string,
    kind: Room['kind'],
    words: string,
    middle: number,
    y: number,
    from: readonly Point[] = [],
  ): Point {
    this.rooms.push({
      id,
      kind,
      words,
      x: middle - ROOM_WIDTH / 2,
      y,
      width: ROOM_WIDTH,
      height: ROOM_HEIGHT,
    });
    this.#lead(from, { id, x: middle, y });
    return { id, x: middle, y: y + ROOM_HEIGHT };
  }

  /** Sections below each other; returns their open ends. */
  list(sections: readonly Section[], middle: number, top: number, from: readonly Point[]): Stretch {
    let ends = from;
    let y = top;
    let bottom = from[0]?.y ?? top;
    for (const section of sections) {
      const below = this.room(section.id, section.type, titleOf(section), middle, y, ends);
      // A call does not return from a handoff.
      ends = section.type === 'human_handoff' ? [] : [below];
      bottom = below.y;
      // The next section is below the longest branch, including one that ends in a handoff.
      if (section.type === 'conditional') ({ ends, bottom } = this.#branches(section, middle, below));
      y = bottom + GAP_Y;
    }
    return { ends, bottom };
  }

  #branches(section: DecideSection, middle: number, from: Point): Stretch {
    let x = middle - sum(section) / 2;
    let bottom = from.y;
    const ends = columnsOf(section).flatMap(({ width, sign, sections }): readonly Point[] => {
      const centre = x + width / 2;
      x += width + GAP_X;
      const y = from.y + GAP_Y;
      this.signs.push({ ...sign, x: centre - SIGN_WIDTH / 2, y, width: SIGN_WIDTH, height: SIGN_HEIGHT });
      const id = sign.isOtherwise ? otherwiseOf(sign.id) : sign.id;
      this.#lead([{ ...from, isOtherwise: sign.isOtherwise }], { id, x: centre, y });
      const below = { id, x: centre, y: y + SIGN_HEIGHT, isOtherwise: sign.isOtherwise };
      const inside = this.list(sections, centre, below.y + GAP_Y / 2, [below]);
      bottom = Math.max(bottom, inside.bottom);
      return inside.ends;
    });
    return { ends, bottom };
  }

  #lead(from: readonly Point[], to: Point): void {
    for (const { id, x, y, isOtherwise = false } of from) {
      const bend = (y + to.y) / 2;
      const straight = `M${x} ${y}V${to.y}`;
      // Straight down past the boxes between, then to the middle at the end.
      const turn = Math.max(bend, to.y - GAP_Y / 2);
      const curved = `M${x} ${y}V${turn - 8}C${x} ${turn + 8} ${to.x} ${turn - 8} ${to.x} ${to.y}`;
      this.ways.push({
        key: `${x},${y}-${to.x},${to.y}`,
        from: id,
        to: to.id,
        line: x === to.x ? straight : curved,
        isOtherwise,
      });
    }
  }
}
