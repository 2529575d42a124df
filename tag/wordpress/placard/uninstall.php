<?php
/**
 * Takes the settings away with the plugin.
 *
 * @package Placard
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

delete_option( 'placard' );
