# What `cmake --install` puts where, and the Debian package of it (`cpack` in the build folder). Models, chips, translations and
# pictures are within the program.
include(GNUInstallDirs)
install(TARGETS headroom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(desktop ${CMAKE_SOURCE_DIR}/resources/desktop)
install(FILES ${desktop}/headroom.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}/headroom.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo RENAME org.headroom.Headroom.metainfo.xml)
install(FILES ${desktop}/headroom-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME headroom.xml)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/headroom.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${desktop}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/headroom)

# The program prints its own manual page, from the tables that it reads its arguments by.
set(manual ${CMAKE_CURRENT_BINARY_DIR}/headroom.1)
add_custom_command(OUTPUT ${manual} COMMAND headroom --man > ${manual} DEPENDS headroom VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual})
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headroom)
set(CPACK_PACKAGE_VENDOR "Headroom developers")
set(CPACK_PACKAGE_CONTACT "Headroom developers <developers@headroom.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "how fast a language model can train or serve, and where the rest goes")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Headroom predicts and explains the step time of large language models on clusters of
 accelerators: roofline bound, best plan that fits the memory, expected time as an
 interval, and the losses between them. With a window, and without one.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries are found by what the program links; fonts to write with are not.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-noto-cjk, qt6-translations-l10n")
include(CPack)
