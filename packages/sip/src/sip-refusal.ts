/** What the network said when a call was not answered, before anybody knows what to make of it. */
export interface Refusal {
  /** 300 to 699. */
  readonly status: number;
  readonly reason: string;
  /** Of a Reason header (RFC 3326): the cause that the telephone network gave (Q.850). */
  readonly cause?: number | undefined;
}

/** The cause in a Reason header, such as `Q.850;cause=17;text="User busy"`. */
export function causeOf(reason: string | undefined): number | undefined {
  const found = /(?:^|,)\s*Q\.850\s*;[^,]*?\bcause\s*=\s*(\d{1,3})/i.exec(reason ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}
