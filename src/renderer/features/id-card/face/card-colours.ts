import type { RoleCode } from '#shared/domain/roles.ts'

/** Badge colours of the roles (spec members §6; F: docs/adr/0015) with a text colour that reads on them. */
export const ROLE_COLOURS = {
  A: { ground: '#000000', text: '#ffffff' },
  X: { ground: '#0e6b3c', text: '#ffffff' },
  Y: { ground: '#f2b62c', text: '#2a1d00' },
  Z: { ground: '#1d5791', text: '#ffffff' },
  F: { ground: '#48565f', text: '#ffffff' },
} as const satisfies Record<RoleCode, { readonly ground: string; readonly text: string }>
