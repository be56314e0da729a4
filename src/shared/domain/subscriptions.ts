/** Topics that a visitor can subscribe to by mail. */
export const SUBSCRIPTION_TOPICS = ['newsletter', 'community', 'coming-soon'] as const
export type SubscriptionTopic = (typeof SUBSCRIPTION_TOPICS)[number]

/** A link that was not opened is deleted after this time, with the address. */
export const CONFIRM_TTL_S = 7 * 24 * 60 * 60
