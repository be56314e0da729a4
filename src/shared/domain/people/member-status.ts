/** States of a member's account (docs/spec/members.md, 3). Only `active` opens anything. */
export const MEMBER_STATUSES = ['active', 'inactive', 'banned', 'blocked'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export const isActiveStatus = (status: MemberStatus): boolean => status === 'active'
