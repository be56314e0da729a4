/** What somebody without an account may ask to be told about, by mail. */
export const SUBSCRIPTION_TOPICS = ['newsletter', 'community', 'coming-soon'] as const
export type SubscriptionTopic = (typeof SUBSCRIPTION_TOPICS)[number]

/** A link that nobody opened is forgotten after this, and the address with it. */
export const CONFIRM_TTL_S = 7 * 24 * 60 * 60
