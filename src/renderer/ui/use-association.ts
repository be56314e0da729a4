import { useQuery } from '@tanstack/react-query'
import {
  type Association,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#shared/domain/association.ts'
import { aboutQuery } from '../platform/calls/about-query.ts'

/** Undefined until the server has told it, and where it is older than the setting. */
export const useAssociation = (): Association | undefined => useQuery(aboutQuery).data?.association

const SOCIAL_NAMES = {
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  tiktok: 'TikTok',
} as const satisfies Record<SocialNetwork, string>

/** The networks where the association has a page. */
export const socialLinks = (association: Association | undefined) =>
  SOCIAL_NETWORKS.flatMap((network) => {
    const address = association?.[network] ?? ''
    return address === '' ? [] : [{ network, name: SOCIAL_NAMES[network], address }]
  })

/** Who made a printed list: name and seat. */
export function usePublisher(): string {
  const { name = '', seat = '' } = useAssociation() ?? {}
  return [name === '' ? 'WLD' : name, seat].filter((text) => text !== '').join(', ')
}
