export interface Address {
  /** An IP address; names are not looked up. */
  readonly host: string
  readonly port: number
}

/** Where a door was reached. */
export interface SeenAt extends Address {
  readonly door: string
}
