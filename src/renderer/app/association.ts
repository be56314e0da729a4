export { ASSOCIATION, SOCIAL_NAMES, type SocialNetwork } from '../ui/association.ts'
