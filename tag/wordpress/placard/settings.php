<?php
/**
 * The settings page. WordPress keeps who may see it and checks the nonce of its form.
 *
 * @package Placard
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** The fields of the page: label and what to enter. */
function placard_fields() {
	return array(
		'script'    => array( __( 'Script address', 'placard' ), __( 'From the code of your block, such as //ads.example.com/p.js.', 'placard' ) ),
		'attribute' => array( __( 'Attribute', 'placard' ), __( 'Leave data-placard unless your network shows another one.', 'placard' ) ),
		'block'     => array( __( 'Block', 'placard' ), __( 'Its number, for every post and for shortcodes that name none.', 'placard' ) ),
		'paragraph' => array( __( 'After paragraph', 'placard' ), __( 'The block is put behind this paragraph of every post. 0: nowhere by itself.', 'placard' ) ),
		'heights'   => array( __( 'Heights', 'placard' ), __( 'On a phone, a tablet and a desktop, such as 900,300,300: this is kept free, so that the page does not jump.', 'placard' ) ),
		'push'      => array( __( 'Push block', 'placard' ), __( 'Its number, from the push page of your site: every page asks, and the worker file is served. 0: none. Permalinks must not be plain. Open /placard-push/sw.js: if that is a 404, the readme says what nginx needs.', 'placard' ) ),
	);
}

/** Makes the settings known. */
function placard_admin_init() {
	register_setting(
		'placard',
		'placard',
		array(
			'type'              => 'array',
			'sanitize_callback' => 'placard_sanitize',
		)
	);
	add_settings_section( 'placard', '', '__return_false', 'placard' );
	foreach ( placard_fields() as $name => $field ) {
		add_settings_field(
			'placard_' . $name,
			esc_html( $field[0] ),
			'placard_field',
			'placard',
			'placard',
			array(
				'name'      => $name,
				'help'      => $field[1],
				'label_for' => 'placard_' . $name,
			)
		);
	}
}
add_action( 'admin_init', 'placard_admin_init' );

/** Puts the page into the menu. */
function placard_admin_menu() {
	add_options_page( 'Placard', 'Placard', 'manage_options', 'placard', 'placard_page' );
}
add_action( 'admin_menu', 'placard_admin_menu' );

/**
 * Keeps what can be used of what was sent; says what could not.
 *
 * @param mixed $sent What the form sent.
 * @return array
 */
function placard_sanitize( $sent ) {
	$sent = is_array( $sent ) ? $sent : array();
	$text = static function ( $name ) use ( $sent ) {
		return isset( $sent[ $name ] ) && is_scalar( $sent[ $name ] ) ? trim( (string) $sent[ $name ] ) : '';
	};
	// The whole line of the code may be pasted as well.
	$script = preg_match( '#src=["\']([^"\']+)["\']#', $text( 'script' ), $found ) ? $found[1] : sanitize_text_field( $text( 'script' ) );
	$script = esc_url_raw( $script, array( 'http', 'https' ) );
	if ( '' !== $script && ! wp_parse_url( $script, PHP_URL_HOST ) ) {
		add_settings_error( 'placard', 'script', __( 'The script address needs a host, such as //ads.example.com/p.js.', 'placard' ) );
		$script = '';
	}
	$attribute = strtolower( $text( 'attribute' ) );
	if ( ! preg_match( '/^data-[a-z0-9-]{1,60}$/', $attribute ) ) {
		if ( '' !== $attribute ) {
			add_settings_error( 'placard', 'attribute', __( 'The attribute begins with data- and has letters, digits and hyphens.', 'placard' ) );
		}
		$attribute = 'data-placard';
	}
	$heights = implode( ',', placard_heights( $text( 'heights' ) ) );
	if ( '' === $heights && '' !== $text( 'heights' ) ) {
		add_settings_error( 'placard', 'heights', __( 'Heights are three numbers, such as 900,300,300.', 'placard' ) );
	}
	return array(
		'script'    => $script,
		'attribute' => $attribute,
		'block'     => absint( $text( 'block' ) ),
		'paragraph' => min( absint( $text( 'paragraph' ) ), PLACARD_PARAGRAPH_MAX ),
		'heights'   => $heights,
		'push'      => absint( $text( 'push' ) ),
	);
}

/**
 * One field.
 *
 * @param array{name: string, help: string} $field Which one.
 */
function placard_field( $field ) {
	$settings  = placard_settings();
	$name      = $field['name'];
	$is_number = in_array( $name, array( 'block', 'paragraph', 'push' ), true );
	printf(
		'<input id="placard_%1$s" name="placard[%1$s]" type="%2$s" value="%3$s" class="regular-text"%4$s aria-describedby="placard_%1$s_help">',
		esc_attr( $name ),
		$is_number ? 'number' : 'text',
		esc_attr( (string) $settings[ $name ] ),
		$is_number ? ' min="0" step="1"' : ''
	);
	printf( '<p class="description" id="placard_%s_help">%s</p>', esc_attr( $name ), esc_html( $field['help'] ) );
}

/** The page. */
function placard_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
	echo '<form action="options.php" method="post">';
	settings_fields( 'placard' );
	do_settings_sections( 'placard' );
	submit_button();
	echo '</form><p>' . esc_html__( 'For single places use the block “Placard” of the editor, or the shortcode:', 'placard' ) . ' <code>[placard block="41"]</code></p></div>';
}
