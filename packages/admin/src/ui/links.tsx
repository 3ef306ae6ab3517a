import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** What a link takes besides what its look takes. */
type LinkProps<Look> = Look & Omit<ComponentPropsWithRef<'a'>, keyof Look>

/*
 * Links to other screens in the looks of the component kit; `to` and `params` are checked against the routes. The
 * kit's own parts can be any element, which is too much for the router to type: each is an anchor here.
 */
export const RouterAnchor = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)
export const RouterButton = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)
export const RouterIcon = createLink((props: LinkProps<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))
export const RouterNavLink = createLink((props: LinkProps<NavLinkProps>) => <NavLink {...props} />)
export const RouterMenuItem = createLink((props: LinkProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))
