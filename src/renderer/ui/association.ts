/**
 * What the interface says about the association itself. This is the only place to change it; an
 * undefined address shows no link.
 */
export const ASSOCIATION = {
  email: 'contact@wld.example',
  /** The registered seat, as one line; until it is given here, the terms say that it is given on request. */
  postalAddress: undefined as string | undefined,
  social: {
    // The networks' own home pages until the association names its pages.
    facebook: 'https://www.facebook.com/',
    x: 'https://x.com/',
    instagram: 'https://www.instagram.com/',
    tiktok: 'https://www.tiktok.com/',
  },
} as const satisfies {
  readonly email: string
  readonly postalAddress: string | undefined
  readonly social: Readonly<Record<string, string | undefined>>
}

export type SocialNetwork = keyof typeof ASSOCIATION.social

export const SOCIAL_NAMES = {
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  tiktok: 'TikTok',
} as const satisfies Record<SocialNetwork, string>

/** The networks that have an address, in the order of the table. */
export const socialLinks = (): readonly {
  readonly network: SocialNetwork
  readonly name: string
  readonly address: string
}[] =>
  (Object.keys(SOCIAL_NAMES) as SocialNetwork[]).flatMap((network) => {
    // as: the object has exactly these keys
    const address: string | undefined = ASSOCIATION.social[network]
    return address === undefined ? [] : [{ network, name: SOCIAL_NAMES[network], address }]
  })
