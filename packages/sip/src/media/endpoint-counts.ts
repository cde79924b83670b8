/** Statistics of a leg. */
export interface EndpointCounts {
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly late: number;
  readonly jitterMs: number;
  readonly strangers: number;
  /** Null: they have sent no report to compute it from. */
  readonly roundTripMs: number | null;
  /** How long nothing came, though something was to come. */
  readonly quietMs: number;
}
