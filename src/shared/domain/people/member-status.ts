/** States of a member's account (docs/spec/members.md, 3). Only `active` opens anything. */
export const MEMBER_STATUSES = ['active', 'inactive', 'banned', 'blocked'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export const isActiveStatus = (status: MemberStatus): boolean => status === 'active'

/**
 * Members who neither sign in nor come to events are asked by mail whether they stay, and staff decide. Nobody is
 * deleted for it without staff. Off until the association sets a period.
 */
export const IDLE_DAYS = { min: 365, max: 3_650 } as const
/** Offered in the settings. */
export const IDLE_CHOICES = [365, 730, 1_095, 1_825] as const
/** From the mail until staff are asked: long enough to sign in once. */
export const IDLE_ANSWER_DAYS = 30
